using Spectre.Console;

namespace Unpause.Tests.Reports;

/// <summary>A console without colours and of a fixed width, as a pipe has it.</summary>
internal static class PlainConsole
{
    /// <summary>What is written to it.</summary>
    /// <param name="width">Its columns.</param>
    /// <param name="write">Writes.</param>
    public static string Text(int width, Action<IAnsiConsole> write)
    {
        using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.No,
            ColorSystem = ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = width;
        write(console);
        return text.ToString();
    }
}
