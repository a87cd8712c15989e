using Spectre.Console;

namespace Unpause.Cli;

/// <summary>Where text for people goes: coloured on a terminal, plain in a pipe or a file.</summary>
internal static class Terminal
{
    /// <summary>Width of text that is not for a terminal.</summary>
    private const int PlainWidth = 100;

    /// <summary>
    /// Standard output. <c>NO_COLOR</c> (no-color.org) and <c>TERM=dumb</c> make it plain; <c>COLUMNS</c> sets the width of a pipe.
    /// </summary>
    public static IAnsiConsole ForResults()
    {
        if (Console.IsOutputRedirected) return Plain(Console.Out);
        var plain = Environment.GetEnvironmentVariable("NO_COLOR") is { Length: > 0 }
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        return AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = plain ? AnsiSupport.No : AnsiSupport.Detect,
            ColorSystem = plain ? ColorSystemSupport.NoColors : ColorSystemSupport.Detect,
        });
    }

    /// <summary>Plain text of a fixed width.</summary>
    public static IAnsiConsole Plain(TextWriter text)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = int.TryParse(Environment.GetEnvironmentVariable("COLUMNS"), out var columns) && columns is >= 40 and <= 1000
            ? columns
            : PlainWidth;
        return console;
    }
}
