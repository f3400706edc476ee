import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createS3Client } from '#aws/s3-client.ts';
import { captureOutput } from '../support/captured-output.ts';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { testS3Client } from '../support/s3.ts';

const failed = { kind: 'answer', status: 500 } as const;

describe('createS3Client', () => {
  it('signs no checksum of an empty body into a URL', async () => {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const client = createS3Client({ region: 'eu-central-1', credentials });
    const target = { Bucket: 'bucket', Key: 'key' };
    for (const command of [new PutObjectCommand(target), new GetObjectCommand(target)]) {
      const url = await getSignedUrl(client, command);
      expect(url).toMatch(/^https:\/\/bucket\.s3\.eu-central-1\.amazonaws\.com\/key\?/);
      expect(url).not.toMatch(/checksum/i);
    }
  });

  it('prints nothing by itself', async () => {
    const proxy = await startFaultyProxy({ target: 'http://127.0.0.1:1', plan: () => failed });
    onTestFinished(() => proxy.stop());
    const warn = vi.spyOn(console, 'warn');
    const output = captureOutput();
    const Body = new ReadableStream();
    const put = new PutObjectCommand({ Bucket: 'bucket', Key: 'key', Body, ContentLength: 0 });
    await expect(testS3Client(proxy.endpoint).send(put)).rejects.toMatchObject({ name: /./ });
    expect(warn).not.toHaveBeenCalled();
    expect(output.lines()).toEqual([]);
  });
});
