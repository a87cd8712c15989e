using Spectre.Console;

namespace Unpause.Cli.Output;

/// <summary>Text output: coloured on a terminal, plain in a pipe or a file.</summary>
internal static class Terminal
{
    /// <summary>Width of text that is not for a terminal.</summary>
    private const int PlainWidth = 100;

    /// <summary>Whether text is coloured: <c>--color</c>; null on a terminal only.</summary>
    public static bool? IsColoured { get; set; }

    /// <summary>
    /// Standard output. <c>NO_COLOR</c> (no-color.org) and <c>TERM=dumb</c> make it plain; <c>COLUMNS</c> sets the width of a pipe.
    /// </summary>
    public static IAnsiConsole ForResults()
    {
        if (!Console.IsOutputRedirected) return Coloured(Console.Out);
        if (IsColoured != true) return Plain(Console.Out);
        var console = Coloured(new TrimmedLines(Console.Out));
        console.Profile.Width = WidthOfPipe();
        return console;
    }

    /// <summary>Standard error as a coloured terminal, also when standard output is not one.</summary>
    public static IAnsiConsole OnStandardError()
    {
        var console = Coloured(Console.Error);
        // .NET takes the width from standard output, and assumes 80 when that is not a terminal.
        if (WindowSize.WidthOf(StandardStreams.Error) is { } width) console.Profile.Width = width;
        return console;
    }

    /// <summary>Plain text of a fixed width.</summary>
    public static IAnsiConsole Plain(TextWriter text)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(new TrimmedLines(text)),
        });
        console.Profile.Width = WidthOfPipe();
        return console;
    }

    /// <summary>Writes plain text into a file.</summary>
    /// <param name="text">Writes to the console that it gets.</param>
    /// <param name="output">The file; it stays open.</param>
    public static void WritePlain(Action<IAnsiConsole> text, Stream output)
    {
        using var plain = new StreamWriter(output, leaveOpen: true) { NewLine = "\n" };
        text(Plain(plain));
    }

    private static int WidthOfPipe() =>
        int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), out var columns) && columns is >= 40 and <= 1000 ? columns : PlainWidth;

    private static IAnsiConsole Coloured(TextWriter terminal)
    {
        var plain = Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 }
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        // With --color always, nothing is known of the terminal that will show it: the sixteen colours that all have.
        var (ansi, colours, text) = (IsColoured, plain) switch
        {
            (true, _) => (AnsiSupport.Yes, ColorSystemSupport.Standard, terminal),
            // Not AnsiSupport.No: for it Spectre.Console uses the colours of System.Console, which writes sequences that reset them.
            (false, _) or (null, true) => (AnsiSupport.Yes, ColorSystemSupport.NoColors, new WithoutSequences(terminal)),
            _ => (AnsiSupport.Detect, ColorSystemSupport.Detect, terminal),
        };
        return AnsiConsole.Create(new AnsiConsoleSettings { Ansi = ansi, ColorSystem = colours, Out = new AnsiConsoleOutput(text) });
    }
}

/// <summary>Removes control sequences (ECMA-48, 5.4), which make text bold.</summary>
internal sealed class WithoutSequences(TextWriter inner) : TextWriter
{
    private const char Escape = '\u001b';
    private bool _escaped;
    private bool _inSequence;

    /// <inheritdoc/>
    public override Encoding Encoding => inner.Encoding;

    /// <inheritdoc/>
    public override void Write(char value) => Write([value]);

    /// <inheritdoc/>
    public override void Write(string? value) => Write(value.AsSpan());

    /// <inheritdoc/>
    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<char> buffer)
    {
        var kept = new StringBuilder(buffer.Length);
        foreach (var letter in buffer)
        {
            if (_inSequence) _inSequence = letter is < '@' or > '~';
            else if (_escaped) (_escaped, _inSequence) = (false, letter == '[');
            else if (letter == Escape) _escaped = true;
            else kept.Append(letter);
        }

        inner.Write(kept.ToString());
    }

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();
}

/// <summary>
/// Removes trailing blanks, with which tables are padded, from lines for a pipe or a file. Every system's lines end the same way.
/// </summary>
internal sealed class TrimmedLines(TextWriter inner) : TextWriter
{
    private readonly StringBuilder _line = new();

    /// <inheritdoc/>
    public override Encoding Encoding => inner.Encoding;

    /// <inheritdoc/>
    public override void Write(char value)
    {
        if (value != '\n')
        {
            _line.Append(value);
            return;
        }

        while (_line is [.., ' ' or '\r']) _line.Length--;
        _line.Append('\n');
        Pass();
    }

    /// <inheritdoc/>
    public override void Flush()
    {
        Pass();
        inner.Flush();
    }

    private void Pass()
    {
        inner.Write(_line.ToString());
        _line.Clear();
    }
}
