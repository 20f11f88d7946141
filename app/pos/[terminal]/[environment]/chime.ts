/** The sound of a paid charge: two notes made by the browser, no audio file. */

const LATEST_MS = 500;

let context: AudioContext | null = null;

/** Browsers allow sound only after a user gesture: call this from a press. */
export function unlockChime(): void {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume().catch(() => {});
  } catch {
    context = null;
  }
}

/** Plays at once or not at all: a chime that is late would mislead. */
export async function playChime(): Promise<void> {
  unlockChime();
  const asked = performance.now();
  const audio = context;
  if (!audio) return;
  if (audio.state !== "running") await audio.resume().catch(() => {});
  if (audio.state !== "running" || performance.now() - asked > LATEST_MS) return;
  playNote(audio, 784, 0);
  playNote(audio, 1175, 0.14);
}

export function vibrate(): void {
  navigator.vibrate?.([90, 60, 180]);
}

function playNote(audio: AudioContext, hertz: number, afterSeconds: number) {
  const start = audio.currentTime + afterSeconds;
  const note = audio.createOscillator();
  const loudness = audio.createGain();
  note.type = "triangle";
  note.frequency.value = hertz;
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(0.5, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.6);
  note.connect(loudness).connect(audio.destination);
  note.start(start);
  note.stop(start + 0.65);
}
