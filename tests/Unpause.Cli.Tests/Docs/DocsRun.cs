using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Docs;

/// <summary>
/// Runs a page's commands in one shell, in a folder that looks like the checkout. They are unchanged, with three exceptions:
/// PID is a process of the runtime; recordings take a second, and endless ones get Ctrl-C; port 8000 is replaced by
/// a free port.
/// </summary>
internal sealed partial class DocsRun : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<string, LiveProgram> _programs = [];
    private readonly DocsPage _page;

    public DocsRun(DocsPage page)
    {
        _page = page;
        foreach (var name in new[] { "unpause", "samples", "docs" }) File.CreateSymbolicLink(_folder[name], RepositoryFolder.File(name));
        // Python writes caches beside imported modules.
        Cli.Program(_folder.Path, "cp", "-r", RepositoryFolder.File("labs"), _folder["labs"]);
        foreach (var (name, text) in page.Files) File.WriteAllText(_folder[name], WithPort(text));
    }

    /// <summary>Fails with each command of a page that doesn't do what the page says.</summary>
    public static void AssertWorks(string page)
    {
        using var run = new DocsRun(new DocsPage(page));
        var faults = run.Faults().ToList();
        Assert.True(faults.Count == 0, string.Join("\n\n", faults));
    }

    /// <summary>Runs all and says what went wrong: each command that ended otherwise than the page says, with what it printed.</summary>
    private IEnumerable<string> Faults()
    {
        var commands = _page.Commands.Where(command => command.Needs is null && !IsTestedElsewhere(command.Text)).ToList();
        var script = new StringBuilder("export PATH=$PWD:$PATH PYTHONDONTWRITEBYTECODE=1\n");
        for (var i = 0; i < commands.Count; i++)
        {
            script.Append($"{{ {Runnable(commands[i], i)}\n}} > {i}.out 2> {i}.err; echo $? > {i}.code\n");
        }

        script.Append("jobs -p | xargs -r kill 2> /dev/null; wait\n");
        File.WriteAllText(_folder["page.sh"], script.ToString());
        Cli.Program(_folder.Path, "timeout", "900", "bash", "page.sh"); // for what never ends: a busy machine needs minutes
        for (var i = 0; i < commands.Count; i++)
        {
            var code = File.Exists(_folder[$"{i}.code"]) ? File.ReadAllText(_folder[$"{i}.code"]).Trim() : "none";
            if (code == commands[i].ExitCode.ToString()) continue;
            var (printed, error) = (Tail(_folder[$"{i}.out"]), Tail(_folder[$"{i}.err"]));
            yield return $"{_page.Name}:{commands[i].Line}: exit {code}: {commands[i].Text}\n{printed}\n{error}";
        }
    }

    /// <summary>Lines of an excerpt that the command doesn't print, or not in this order.</summary>
    public string? MissingLine(string command, List<string> lines)
    {
        var result = Cli.Program(_folder.Path, "sh", "-c", $"COLUMNS=100 ./{command}");
        var printed = new Queue<string>(result.Output.Split('\n').Select(line => line.TrimEnd()));
        foreach (var line in lines)
        {
            while (printed.TryPeek(out var other) && other != line) printed.Dequeue();
            if (!printed.TryDequeue(out _)) return $"{_page.Name}: not printed, or not in this order: {line}\n{result}";
        }

        return null;
    }

    public void Dispose()
    {
        foreach (var program in _programs.Values) program.Dispose();
        _folder.Dispose();
    }

    /// <summary>They take minutes: ./test runs this, and tests/package/run makes, installs and removes the packages.</summary>
    private static bool IsTestedElsewhere(string command) => command is "./test" or "./unpause package" or "unpause package";

    private string Runnable(DocsCommand command, int number)
    {
        var text = Busy().Replace(For().Replace(command.Text, "--for 1s"), " -for 4s");
        text = WithPort(text);
        if (command.Runtime is { } runtime) text = Pid().Replace(text, Program(runtime).Id.ToString());
        if (!text.Contains("unpause record ", StringComparison.Ordinal) || Ends(text)) return text;
        // A background process ignores Ctrl-C unless the shell has job control.
        return text.Contains("--ring", StringComparison.Ordinal)
            ? $"(set -m; {text} & until grep -qs '^recording ' {number}.err; do sleep 0.1; done; sleep 1; kill -INT $!; wait $!)"
            : $"{text} --for 1s";
    }

    private static bool Ends(string text) =>
        text.Contains("--for", StringComparison.Ordinal) || text.Contains("--when", StringComparison.Ordinal);

    private string WithPort(string text) => text.Replace("8000", Port.Value.ToString(), StringComparison.Ordinal);

    private LiveProgram Program(string runtime)
    {
        if (!_programs.TryGetValue(runtime, out var program)) _programs[runtime] = program = LiveProgram.Of(runtime);
        return program;
    }

    private static string Tail(string file) =>
        File.Exists(file) ? string.Join('\n', File.ReadLines(file).TakeLast(15)) : "";

    private Lazy<int> Port { get; } = new(FreePort.Find);

    /// <summary>How long a sample works in the background.</summary>
    [GeneratedRegex(@" -for \d\ds")]
    private static partial Regex Busy();

    [GeneratedRegex(@"--for \d+[sm]")]
    private static partial Regex For();

    [GeneratedRegex(@"\bPID\b")]
    private static partial Regex Pid();
}
