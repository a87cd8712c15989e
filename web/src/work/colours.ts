/** A colour as SVG 1.1 has it: drawing programs know neither `color-mix()` nor `color()`. */
export interface PlainColour {
  colour: string;
  opacity: number;
}

/** Resolves computed colours to red, green, blue and opacity, by painting a pixel in them. */
export class PlainColours {
  private readonly known = new Map<string, PlainColour>();
  private readonly context: CanvasRenderingContext2D;

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    this.context = canvas.getContext('2d', { willReadFrequently: true })!;
  }

  of(colour: string): PlainColour {
    const known = this.known.get(colour);
    if (known) return known;
    this.context.clearRect(0, 0, 1, 1);
    this.context.fillStyle = colour;
    this.context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = this.context.getImageData(0, 0, 1, 1).data;
    const plain = { colour: `rgb(${red}, ${green}, ${blue})`, opacity: alpha! / 255 };
    this.known.set(colour, plain);
    return plain;
  }
}
