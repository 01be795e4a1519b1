// Opens a magic link in a dialog of the application's own page.

export interface LinkOptions {
  /** The magic link, as the service gave it. */
  readonly uri: string;
  /** A channel was linked; each is told once. */
  readonly onLinked?: (linked: { readonly channel: string }) => void;
  /** The user finished, or left by the link's own button; the dialog is closed. */
  readonly onFinish?: (end: {
    readonly status: 'completed' | 'cancelled';
    readonly linked: readonly string[];
  }) => void;
  /** The dialog was closed before that. The same link opens it again. */
  readonly onExit?: (end: { readonly linked: readonly string[] }) => void;
}

export interface OpenLink {
  /** Closes the dialog at once, without asking whether what was typed may be lost. */
  close(): void;
}

export interface LinkOpener {
  /** Throws a TypeError if the link is not the service's, and an Error while another is open. */
  openLink(options: LinkOptions): OpenLink;
}

/** `service` is the address of the service, without a path. */
export function createLinkOpener(service: string): LinkOpener;

declare global {
  /** What `link.js` sets. */
  var Manifold: LinkOpener | undefined;
}
