using Spectre.Console;
using Unpause.Reports.Html;

namespace Unpause.Cli.Output;

/// <summary>Files that a result is written to, beside what is printed: the extension of each selects its format.</summary>
/// <param name="Outputs">The paths on the command line.</param>
/// <param name="HasPage">Whether there is a page for this kind of result.</param>
internal sealed record DocumentOutput(IReadOnlyList<string> Outputs, bool HasPage)
{
    private const string Printed = "-";

    private enum Format
    {
        Text,
        Json,
        Page,
        Table,
    }

    /// <summary>Whether there is a table for spreadsheets.</summary>
    public bool HasTable { get; init; }

    /// <summary>The same as command-line arguments.</summary>
    public IEnumerable<string> Arguments => Outputs.SelectMany(path => new[] { "-o", path });

    /// <summary>The option.</summary>
    /// <param name="hasPage">Whether there is a page for this kind of result.</param>
    /// <param name="hasTable">Whether there is a table for spreadsheets.</param>
    public static Option<string[]> Option(bool hasPage, bool hasTable = false) => new("--output", "-o")
    {
        Description = $"Also write the result to a file: {Extensions(hasPage, hasTable)}. May be repeated.",
        HelpName = "FILE",
    };

    /// <summary>Checks before any work that every file can be written.</summary>
    /// <exception cref="UserMistake">A file cannot be written, or its extension selects no format.</exception>
    public void Check()
    {
        foreach (var path in Outputs) FormatOf(path);
        if (!LeastRights.AreOurs) return;
        foreach (var path in Outputs) OutputFile.Open(path, "-o").Dispose();
    }

    /// <summary>Writes the files.</summary>
    /// <param name="text">Writes the result for people.</param>
    /// <param name="json">Writes it as JSON.</param>
    /// <param name="table">Writes it as comma-separated values, where <see cref="HasTable"/>.</param>
    /// <param name="page">Writes the JSON of a page, whose path it gets; null where that is the same JSON.</param>
    /// <exception cref="UserMistake">A file cannot be written.</exception>
    public void Write(
        Action<IAnsiConsole> text, Action<Stream> json, Action<Stream>? table = null, Action<string, Stream>? page = null)
    {
        foreach (var path in Outputs)
        {
            using var written = new WholeOutput(path, "-o");
            switch (FormatOf(path))
            {
                case Format.Json: json(written.Stream); break;
                case Format.Page:
                    DocumentPage.Write(
                        page is null ? json : embedded => page(path, embedded), plain => Terminal.WritePlain(text, plain), written.Stream);
                    break;
                case Format.Table: table!(written.Stream); break;
                default: Terminal.WritePlain(text, written.Stream); break;
            }

            written.Keep();
            Console.Error.WriteLine($"wrote {path}");
        }
    }

    private Format FormatOf(string path) => path == Printed
        ? throw new UserMistake("-o needs the name of a file; to print the result as JSON, use --format json")
        : Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".html" or ".htm" when HasPage => Format.Page,
            ".csv" when HasTable => Format.Table,
            ".json" => Format.Json,
            ".txt" => Format.Text,
            _ => throw new UserMistake(
                $"-o {PlainText.Clean(path)}: the extension of the file selects the format: use {Extensions(HasPage, HasTable)}"),
        };

    private static string Extensions(bool hasPage, bool hasTable) =>
        $"{(hasPage ? ".html, " : "")}{(hasTable ? ".csv, " : "")}.json or .txt";
}
