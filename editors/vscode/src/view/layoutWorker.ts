// Lays graphs out away from the thread that draws, so that a large one never blocks typing.
import { LayoutInput, layout } from "./graphLayout";

self.onmessage = (event: MessageEvent<{ number: number; input: LayoutInput }>) => {
  self.postMessage({ number: event.data.number, layout: layout(event.data.input) });
};
