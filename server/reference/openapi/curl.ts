/** A request to copy. Address and key are the shell's: `VOUCH_BASE_URL` and `VOUCH_API_KEY`. */
export function curl(path: string, headers: readonly string[] = [], fields: Readonly<Record<string, string>> = {}, method = ''): string {
  const lines = [
    `curl -s ${method && `-X ${method} `}"$VOUCH_BASE_URL${path}"`,
    ...headers.map((header) => `-H "${header}"`),
    ...Object.entries(fields).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ];
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => (/^[\w@.=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
