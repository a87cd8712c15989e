using Unpause.Recorder.Cycles;
using Unpause.Recorder.Rights;
using Unpause.Recordings.Cycles;
using Unpause.Recordings.Words;
using Unpause.Reports.Cycles;
using Unpause.Reports.Html;

namespace Unpause.Cli.Cycles;

/// <summary>Where reference cycles are written, and in which formats.</summary>
/// <param name="Outputs">The paths on the command line.</param>
/// <param name="Format">The format on the command line; null: by the files' extensions, or text.</param>
/// <param name="Groups">How many kinds of cycles text shows.</param>
/// <param name="Beside">Whether standard output belongs to the observed program: text then goes to standard error.</param>
internal sealed record CyclesOutput(IReadOnlyList<string> Outputs, string? Format, int Groups, bool Beside)
{
    /// <summary>The hidden option that stands for <see cref="Beside"/>.</summary>
    public const string BesideOption = "--beside-program";

    private const string Terminal = "terminal", Html = "html", Json = "json", Dot = "dot", Printed = "-";

    /// <summary>Files that are written.</summary>
    public IEnumerable<string> Paths => Outputs.Where(path => path != Printed);

    /// <summary>The same as command-line arguments.</summary>
    public IEnumerable<string> Arguments =>
    [
        .. Outputs.SelectMany(path => new[] { "-o", path }), .. Format is { } format ? new[] { "--format", format } : [],
        "--top", Groups.ToString(CultureInfo.InvariantCulture), .. Beside ? new[] { BesideOption } : [],
    ];

    /// <summary>Checks before any work that every output can be written.</summary>
    /// <exception cref="UserMistake">An output cannot be written.</exception>
    public void Check()
    {
        if (Outputs.Count == 0 && Beside && Format is Html or Json or Dot)
            throw new UserMistake($"standard output belongs to the observed program: add -o FILE.{Format}, or -o -");

        foreach (var path in Outputs) FormatOf(path);
        if (!LeastRights.AreOurs) return;
        foreach (var path in Paths) OutputFile.Open(path, "-o").Dispose();
    }

    /// <summary>Reads files and shows the reference cycles in them.</summary>
    /// <returns>The exit code.</returns>
    public int Show(IReadOnlyList<ExpandedInput> inputs)
    {
        if (CycleMaterial.Read([.. inputs.Select(input => input.Input)]) is not { } document)
        {
            throw new UserMistake(
                $"{inputs[0].Input.Name}{(inputs.Count > 1 ? " and others contain" : " contains")} no samples of garbage; "
                + "record some with unpause cycles --keep FOLDER -- python3 app.py");
        }

        Show(document);
        return document.Unreadable ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }

    private void Show(CyclesDocument document)
    {
        if (Outputs.Count == 0)
        {
            if (Beside) WriteBeside(document);
            else if (FormatOf(Printed) == Terminal) new CyclesWriter(Cli.Output.Terminal.ForResults(), Groups).Write(document);
            else Write(document, null);
            return;
        }

        foreach (var path in Outputs) Write(document, path);
        if (!Outputs.Contains(Printed)) WriteBeside(document);
    }

    private void WriteBeside(CyclesDocument document) =>
        new CyclesWriter(
            Console.IsErrorRedirected && Cli.Output.Terminal.IsColoured != true
                ? Cli.Output.Terminal.Plain(Console.Error)
                : Cli.Output.Terminal.OnStandardError(),
            Groups)
            .Write(document);

    private void Write(CyclesDocument document, string? path)
    {
        using var written = new WholeOutput(path, "-o");
        switch (FormatOf(path ?? Printed))
        {
            case Json: CyclesJson.Write(written.Stream, document); break;
            case Html: WritePage(document, written.Stream); break;
            case Dot: CyclesDot.Write(document, written.Stream, Groups); break;
            default: WriteText(document, written.Stream); break;
        }

        written.Keep();
        if (path is not (null or Printed)) Console.Error.WriteLine($"wrote {path}");
    }

    /// <summary>The page has as many groups as a terminal.</summary>
    private void WritePage(CyclesDocument document, Stream output)
    {
        var shown = document with
        {
            Groups = [.. document.Groups.Take(Groups)],
            GroupsLeftOut = document.GroupsLeftOut + Math.Max(0, document.Groups.Count - Groups),
        };
        DocumentPage.Write(json => CyclesJson.Write(json, shown), text => WriteText(document, text), output);
    }

    private void WriteText(CyclesDocument document, Stream output) =>
        Cli.Output.Terminal.WritePlain(console => new CyclesWriter(console, Groups).Write(document), output);

    private string FormatOf(string path)
    {
        if (path == Printed) return Format ?? Terminal;
        return Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".html" or ".htm" => Html,
            ".json" => Json,
            ".dot" or ".gv" => Dot,
            ".txt" => Terminal,
            _ => Format ?? throw new UserMistake(
                $"-o {path}: the file extension selects the format: use .html, .json, .dot or .txt, or add --format"),
        };
    }
}

/// <summary>Runs a program, samples its garbage, and shows the reference cycles in it.</summary>
internal static class CyclesOfProgram
{
    private const string NothingSeen = "unpause: no CPython process (3.8 or later) was sampled: there was none, or it ignored the "
        + "environment variables of unpause (-I, -E, -S)";

    public static int Run(IReadOnlyList<string> program, CycleSampling sampling, string? keep, CyclesOutput output)
    {
        var result = ProgramRunner.Run(new RunOptions(program, keep, Requests: false)
        {
            Only = [Runtimes.CPython],
            Probes = false,
            Cycles = sampling,
        });
        foreach (var note in result.NotRecorded) Console.Error.WriteLine($"unpause: {PlainText.Clean(note)}");
        try
        {
            var files = result.Files.Where(CycleFiles.Are).ToList();
            if (files.Count > 0) Show(files, output);
            else Console.Error.WriteLine(NothingSeen);
        }
        finally
        {
            if (result.RemoveTemporaryFolder() is { } stays) Console.Error.WriteLine($"unpause: {PlainText.Clean(stays)}");
        }

        if (keep is not null) Console.Error.WriteLine($"kept the samples in {keep}");
        return result.ExitCode;
    }

    /// <summary>Files that observed processes wrote are read without root's rights.</summary>
    internal static void Show(IReadOnlyList<string> files, CyclesOutput output)
    {
        if (LeastRights.IsAsked && OperatingSystem.IsLinux())
        {
            var writable = output.Paths.ToHashSet(StringComparer.Ordinal);
            using var granted = new PrivilegedFiles(files, path => writable.Contains(path) ? OutputFile.Open(path, "-o") : null);
            if (ReadingProcess.Run([CyclesCommand.Name, .. files, .. output.Arguments], granted.Answer) is not null) return;
        }

        output.Show(InputExpansion.Expand(files));
    }
}
