using System.Text.RegularExpressions;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Docs;

/// <summary>
/// A page in Markdown with its commands and files. Commands are the lines of <c>```sh</c> blocks (joined at a backslash; a comment
/// <c># exit code 1</c> behind one is its exit code), and texts in backticks that begin with unpause and have more than two words.
/// <c>```sh needs docker</c> is not run. <c>```python gunicorn.conf.py</c> is a file that the commands find. A <c>```text</c> block that
/// begins with <c>$ unpause</c> is an excerpt of its output.
/// </summary>
internal sealed partial class DocsPage
{
    private static readonly (string Word, string Runtime)[] Runtimes = [(".NET", "dotnet"), ("JVM", "java"), ("Java", "java")];

    private readonly string _runtime;

    public DocsPage(string name)
    {
        Name = name;
        var lines = File.ReadAllLines(RepositoryFolder.File(name));
        _runtime = RuntimeOf(lines[0]) ?? "dotnet";
        for (var at = 0; at < lines.Length; at++)
        {
            if (lines[at].StartsWith("```", StringComparison.Ordinal)) at = Block(lines, at);
            else Inline(lines[at], at + 1);
        }
    }

    /// <summary>README.md and the pages of docs/ but for the catalogue of rules, whose switches are each tested with its rule.</summary>
    public static IEnumerable<string> Names =>
        Directory.GetFiles(RepositoryFolder.File("docs"), "*.md").Select(path => "docs/" + Path.GetFileName(path))
            .Where(name => name != "docs/rules.md").Append("README.md").Order(StringComparer.Ordinal);

    public string Name { get; }

    public List<DocsCommand> Commands { get; } = [];

    /// <summary>Whether it shows commands that can be run here.</summary>
    public bool IsShell => Commands.Exists(command => command.Needs is null);

    /// <summary>Whether one of its commands records a live process.</summary>
    public bool IsLive => Commands.Exists(command => command.Runtime is not null);

    /// <summary>Files that the page shows.</summary>
    public List<(string Name, string Text)> Files { get; } = [];

    /// <summary>Excerpts: the command, and the lines that it prints.</summary>
    public List<(string Command, List<string> Lines)> Excerpts { get; } = [];

    /// <summary>Reads a block of code and gives the place of its last line.</summary>
    private int Block(string[] lines, int at)
    {
        var words = lines[at][3..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var end = Array.FindIndex(lines, at + 1, line => line == "```");
        Assert.True(end > at, $"{Name}:{at + 1}: the block has no end");
        var inside = lines[(at + 1)..end];
        switch (words)
        {
            case ["sh"]: Shell(inside, at + 2, null); break;
            case ["sh", "needs", var tool]: Shell(inside, at + 2, tool); break;
            case ["text"] when inside is [var first, ..] && first.StartsWith("$ unpause ", StringComparison.Ordinal):
                Excerpts.Add((first[2..], [.. inside.Skip(1).Where(line => line.Length > 0)]));
                break;
            case [_, var file]: Files.Add((file, string.Join('\n', inside) + "\n")); break;
        }

        return end;
    }

    private void Shell(string[] lines, int number, string? needs)
    {
        for (var at = 0; at < lines.Length; at++)
        {
            if (lines[at].Length == 0 || lines[at].StartsWith('#')) continue;
            var first = at;
            while (lines[at].EndsWith('\\')) at++;
            Add(string.Join('\n', lines[first..(at + 1)]), number + first, null, needs);
        }
    }

    private void Inline(string line, int number)
    {
        foreach (Match match in Code().Matches(line))
        {
            var text = match.Groups[1].Value.Replace("\\|", "|", StringComparison.Ordinal);
            var words = text.Split(' ');
            if (words[0] is not ("unpause" or "./unpause") || words.Length < 3) continue;
            Add(text, number, RuntimeOf(line), null);
        }
    }

    private void Add(string text, int number, string? runtime, string? needs)
    {
        var code = Exit().Match(text) is { Success: true } match ? int.Parse(match.Groups[1].Value) : 0;
        Commands.Add(new(number, text, code, text.Contains("PID", StringComparison.Ordinal) ? runtime ?? _runtime : null, needs));
    }

    private static string? RuntimeOf(string line) => Runtimes
        .Select(known => (At: line.IndexOf(known.Word, StringComparison.Ordinal), known.Runtime))
        .Where(known => known.At >= 0).OrderBy(known => known.At).Select(known => known.Runtime).FirstOrDefault();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(@"# exit code (\d+)$")]
    private static partial Regex Exit();
}
