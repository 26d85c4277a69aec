import { loadPackage, requirePackage } from '../llm/request/optional-package.js';
import type { TokenSource } from '../llm/request/token.js';

/** What is used of google-auth-library 11. */
interface GoogleAuthLibrary {
  readonly GoogleAuth: new (options: { readonly scopes: string; readonly projectId?: string }) => GoogleAuth;
}
interface GoogleAuth {
  getAccessToken(): Promise<string | null | undefined>;
  getProjectId(): Promise<string>;
}

const name = 'google-auth-library';

/** Who the machine is to Google Cloud: Application Default Credentials. */
export interface GoogleIdentity {
  readonly token: TokenSource;
  /** The project that the credentials belong to. */
  projectId(): Promise<string>;
}

/** The package keeps a token until it expires, and looks for a project only where none is given. @throws ConfigError where it is not installed */
export function googleIdentity(projectId: string | undefined): GoogleIdentity {
  requirePackage('vertex', name, '11');
  let loaded: Promise<GoogleAuth> | undefined;
  const auth = (): Promise<GoogleAuth> => {
    loaded ??= loadPackage<GoogleAuthLibrary>(name).then(
      ({ GoogleAuth }) => new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/cloud-platform', ...(projectId && { projectId }) }),
    );
    return loaded;
  };
  return {
    token: async () => (await (await auth()).getAccessToken()) ?? '',
    projectId: async () => (await auth()).getProjectId(),
  };
}
