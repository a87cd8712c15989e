using System.Text;
using Unpause.Cli.Output;
using Unpause.Reports.Checks;

namespace Unpause.Cli.Checking;

/// <summary>Writes verdicts where the user wants them.</summary>
internal static class CheckOutput
{
    /// <summary>Prints them.</summary>
    /// <exception cref="OutputFailure">Standard output can't be written.</exception>
    public static void Print(CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        if (request.Printed == CheckFormat.Terminal)
        {
            VerdictTableWriter.Write(Terminal.ForResults(), verdicts);
            return;
        }

        using var output = StandardStreams.OpenOutput();
        Write(output, request.Printed, request, verdicts);
    }

    /// <summary>Writes them into a stream.</summary>
    public static void Write(Stream stream, CheckFormat format, CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        switch (format)
        {
            case CheckFormat.Json: VerdictJson.Write(stream, verdicts, request.Budgets); return;
            case CheckFormat.JUnit: VerdictJUnit.Write(stream, verdicts); return;
        }

        using var text = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        switch (format)
        {
            case CheckFormat.Markdown: VerdictMarkdown.Write(text, verdicts); break;
            case CheckFormat.GitHub: WriteForGitHub(text, request, verdicts); break;
            default: VerdictTableWriter.Write(Terminal.Plain(text), verdicts); break;
        }
    }

    /// <summary>The table, with GitHub's workflow commands disabled for process names in it, and then the annotations.</summary>
    private static void WriteForGitHub(StreamWriter text, CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        var token = $"unpause-{Guid.NewGuid():N}";
        text.WriteLine($"::stop-commands::{token}");
        VerdictTableWriter.Write(Terminal.Plain(text), verdicts);
        text.WriteLine($"::{token}::");
        GitHubAnnotations.Write(text, verdicts, request.Budgets);
    }
}
