using Unpause.Reports.Html;
using Unpause.Reports.Models;

namespace Unpause.Cli.Models;

/// <summary>Where a model is written, and in which formats.</summary>
/// <param name="Outputs">The paths on the command line.</param>
/// <param name="Format">The format on the command line; null: by the files' extensions, or text.</param>
internal sealed record ModelOutput(IReadOnlyList<string> Outputs, string? Format)
{
    private const string Terminal = "terminal", Html = "html", Json = "json", Printed = "-";

    /// <summary>Files that are written.</summary>
    public IEnumerable<string> Paths => Outputs.Where(path => path != Printed);

    /// <summary>Checks before any work that every output can be written.</summary>
    /// <exception cref="UserMistake">An output cannot be written.</exception>
    public void Check()
    {
        foreach (var path in Outputs) FormatOf(path);
        if (!LeastRights.AreOurs) return;
        foreach (var path in Paths) OutputFile.Open(path, "-o").Dispose();
    }

    /// <summary>Shows the law.</summary>
    public void Show(LawAnswer answer) => Show(writer => writer.Write(answer), output => ModelJson.Write(output, answer));

    /// <summary>Shows fits.</summary>
    public void Show(ModelDocument document) => Show(writer => writer.Write(document), output => ModelJson.Write(output, document));

    private void Show(Action<ModelWriter> text, Action<Stream> json)
    {
        if (!Outputs.Contains(Printed) && (Outputs.Count > 0 || FormatOf(Printed) == Terminal)) text(new(Cli.Output.Terminal.ForResults()));
        else if (Outputs.Count == 0) Write(Printed, text, json);
        foreach (var path in Outputs) Write(path, text, json);
    }

    private void Write(string path, Action<ModelWriter> text, Action<Stream> json)
    {
        using var written = new WholeOutput(path, "-o");
        switch (FormatOf(path))
        {
            case Json: json(written.Stream); break;
            case Html: DocumentPage.Write(json, plain => WriteText(text, plain), written.Stream); break;
            default: WriteText(text, written.Stream); break;
        }

        written.Keep();
        if (path != Printed) Console.Error.WriteLine($"wrote {path}");
    }

    private static void WriteText(Action<ModelWriter> text, Stream output) =>
        Cli.Output.Terminal.WritePlain(console => text(new(console)), output);

    private string FormatOf(string path)
    {
        if (path == Printed) return Format ?? Terminal;
        return Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".html" or ".htm" => Html,
            ".json" => Json,
            ".txt" => Terminal,
            _ => Format ?? throw new UserMistake(
                $"-o {path}: the file extension selects the format: use .html, .json or .txt, or add --format"),
        };
    }
}
