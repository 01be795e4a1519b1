// The command "manifold completion": scripts by which shells complete commands, options and their values.
import { command, part } from './command.ts';
import type { Place } from './completion/tree.ts';
import type { Command, Commands } from './declare.ts';

const SHELLS = {
  bash: {
    install: 'In ~/.bashrc: source <(manifold completion bash)',
    load: async () => (await import('./completion/bash.ts')).bash,
  },
  zsh: {
    install: 'In ~/.zshrc, after compinit: source <(manifold completion zsh)',
    load: async () => (await import('./completion/zsh.ts')).zsh,
  },
  fish: {
    install: 'Once: manifold completion fish > ~/.config/fish/completions/manifold.fish',
    load: async () => (await import('./completion/fish.ts')).fish,
  },
} as const satisfies Record<
  string,
  { readonly install: string; readonly load: () => Promise<(tree: readonly Place[]) => string> }
>;

const partFor = (shell: keyof typeof SHELLS, commands: Commands) =>
  part({
    about: `print the completion script for ${shell}`,
    details: [
      SHELLS[shell].install,
      'The script holds every command, option and channel of this version: make it anew after an upgrade.',
    ],
    examples: [[`completion ${shell}`, 'The script']],
    async run({ io }) {
      const { treeOf } = await import('./completion/tree.ts');
      io.out((await SHELLS[shell].load())(await treeOf(commands)).trimEnd());
      return 0;
    },
  });

/** Of all commands, this one among them. */
export const completionOf = (commands: Commands): Command =>
  command('completion', {
    bash: partFor('bash', commands),
    zsh: partFor('zsh', commands),
    fish: partFor('fish', commands),
  });
