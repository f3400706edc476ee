import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The file with `cert`, which vouches for itself. */
  readonly path: string;
}

/** Makes a certificate for loopback that no authority knows. */
export async function selfSigned(): Promise<Certificate> {
  const folder = await tempFolder();
  const [keyPath, path] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyPath, '-out', path];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', [...made, ...subject, ...files]);
  return { key: await readFile(keyPath, 'utf8'), cert: await readFile(path, 'utf8'), path };
}
