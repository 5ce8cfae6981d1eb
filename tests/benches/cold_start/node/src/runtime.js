// Requests events from the Lambda Runtime API, as AWS's client for Node.js does (the npm package aws-lambda-ric). That client includes
// a copy of curl, which needs CMake to build. This loop is all that the benchmark needs, and it starts faster.

import http from "node:http";
import { handler } from "./handler.js";

const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(":");
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

serve();

async function serve() {
  for (;;) {
    const { headers, body } = await request("GET", "invocation/next");
    const id = headers["lambda-runtime-aws-request-id"];
    try {
      const answer = await handler(JSON.parse(body));
      await request("POST", `invocation/${id}/response`, JSON.stringify(answer));
    } catch (error) {
      const report = { errorType: error.name, errorMessage: error.message, stackTrace: [error.stack] };
      await request("POST", `invocation/${id}/error`, JSON.stringify(report));
    }
  }
}

function request(method, path, body) {
  return new Promise((resolve, reject) => {
    const options = { hostname, port, agent, method, path: `/2018-06-01/runtime/${path}` };
    const sent = http.request(options, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(chunks).toString() }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
