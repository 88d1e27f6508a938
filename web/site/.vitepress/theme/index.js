import DefaultTheme from 'vitepress/theme-without-fonts';
import ColoredSource from './ColoredSource.vue';
import Landing from './Landing.vue';
import LiveModel from './LiveModel.vue';
import { keepOffline } from './offline.js';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('ColoredSource', ColoredSource);
    app.component('Landing', Landing);
    app.component('LiveModel', LiveModel);
    if (!import.meta.env.SSR && import.meta.env.PROD) addEventListener('load', () => void keepOffline());
  },
};
