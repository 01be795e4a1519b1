// A vendor's own mark, as one drawing on a tile of the vendor's colour.

export interface Mark {
  /** Of the tile, such as `#ff9900`. */
  readonly colour: string;
  /** The `viewBox` of the drawing. */
  readonly box: string;
  readonly path: string;
  /** Of its box, on a tile of 40; 22 unless set, which suits drawings as high as they are wide. */
  readonly size?: number;
}
