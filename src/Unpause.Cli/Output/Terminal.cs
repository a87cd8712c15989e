using Spectre.Console;

namespace Unpause.Cli.Output;

/// <summary>Text output: coloured on a terminal, plain in a pipe or a file.</summary>
internal static class Terminal
{
    /// <summary>Width of text that is not for a terminal.</summary>
    private const int PlainWidth = 100;

    /// <summary>
    /// Standard output. <c>NO_COLOR</c> (no-color.org) and <c>TERM=dumb</c> make it plain; <c>COLUMNS</c> sets the width of a pipe.
    /// </summary>
    public static IAnsiConsole ForResults() => Console.IsOutputRedirected ? Plain(Console.Out) : Coloured(Console.Out);

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
        console.Profile.Width = int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), out var columns) && columns is >= 40 and <= 1000
            ? columns
            : PlainWidth;
        return console;
    }

    private static IAnsiConsole Coloured(TextWriter terminal)
    {
        var plain = Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 }
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        return AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = plain ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = plain ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
            Out = new AnsiConsoleOutput(terminal),
        });
    }
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
