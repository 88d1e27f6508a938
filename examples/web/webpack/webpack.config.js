// For webpack and for rspack.
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

export default {
  context: folder,
  mode: 'production',
  entry: './src/main.js',
  experiments: { outputModule: true },
  output: { path: `${folder}dist`, filename: 'main.js', module: true, clean: true },
  performance: { hints: false },
  module: { rules: [{ test: /\.rig[ysm]\.yaml$/, use: 'rigy/webpack' }] },
  devServer: { static: folder },
};
