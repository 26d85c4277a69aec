import { loadPackage, requirePackage } from '../llm/request/optional-package.js';
import type { TokenSource } from '../llm/request/token.js';

/** What is used of @azure/identity 4. */
interface AzureIdentity {
  readonly DefaultAzureCredential: new () => { getToken(scope: string): Promise<{ readonly token: string }> };
}

const name = '@azure/identity';

/**
 * Tokens of Microsoft Entra ID, of whatever identity the machine has: a service principal, a workload or managed identity, or `az login`.
 * The package keeps a token until it expires. @throws ConfigError where it is not installed
 */
export function azureToken(scope: string): TokenSource {
  requirePackage('azure', name, '4');
  let credential: Promise<InstanceType<AzureIdentity['DefaultAzureCredential']>> | undefined;
  return async () => {
    credential ??= loadPackage<AzureIdentity>(name).then(({ DefaultAzureCredential }) => new DefaultAzureCredential());
    return (await (await credential).getToken(scope)).token;
  };
}
