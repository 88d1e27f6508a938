// <rigy-model>, loaded when the first model is about to be seen.
import { withBase } from 'vitepress';

let loading;

export function loadComponent() {
  loading ??= import(/* @vite-ignore */ withBase('/component/rigy-model.js')).then(({ RigyModel }) => {
    RigyModel.playground = withBase('/studio/');
  });
  return loading;
}
