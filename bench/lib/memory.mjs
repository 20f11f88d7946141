import { readFileSync } from "node:fs";
import { WebSocket } from "undici";

/** For `NODE_OPTIONS` of a process whose memory is to be measured. */
export const inspectable = (port) => `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`;

/** Memory that a process still holds after garbage collection, in bytes. */
export async function heldBytes(port) {
  const [target] = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  try {
    // what the first collection leaves to finalizers the second takes
    await command(socket, 1, "HeapProfiler.collectGarbage");
    await command(socket, 2, "HeapProfiler.collectGarbage");
    const { result } = await command(socket, 3, "Runtime.evaluate", { expression: "process.memoryUsage.rss()" });
    return result.value;
  } finally {
    socket.close();
  }
}

function command(socket, id, method, params = {}) {
  return new Promise((resolve, reject) => {
    socket.addEventListener("message", function hear({ data }) {
      const answer = JSON.parse(data);
      if (answer.id !== id) return;
      socket.removeEventListener("message", hear);
      if (answer.error) reject(new Error(answer.error.message));
      else resolve(answer.result);
    });
    socket.send(JSON.stringify({ id, method, params }));
  });
}

/** What a process holds of the machine's memory; Linux only. */
export function residentBytes(pid) {
  return bytesIn(pid, /^VmRSS:\s+(\d+) kB$/m);
}

/** The most that it has held since its start; Linux only. */
export function peakBytes(pid) {
  return bytesIn(pid, /^VmHWM:\s+(\d+) kB$/m);
}

function bytesIn(pid, line) {
  return Number(line.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024;
}
