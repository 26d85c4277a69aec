import multipart from '@fastify/multipart';
import Fastify from 'fastify';

const app = Fastify();
await app.register(multipart, { limits: { fileSize: 10_485_760 } });
app.post('/v1/extract', async (request) => {
  let bytes = 0;
  for await (const part of request.parts()) bytes += part.type === 'file' ? (await part.toBuffer()).length : String(part.value).length;
  return { bytes };
});
process.once('SIGTERM', () => app.close());
process.stderr.write(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
