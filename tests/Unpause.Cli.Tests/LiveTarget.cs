using System.Diagnostics;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>A program that lives until Dispose and answers lines with lines.</summary>
internal sealed class LiveTarget : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly Process _process;

    public LiveTarget(IReadOnlyDictionary<string, string>? environment, params string[] command)
    {
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true
        };
        foreach (var name in start.Environment.Keys
            .Where(name => name is "JDK_JAVA_OPTIONS" or "JAVA_TOOL_OPTIONS" or "_JAVA_OPTIONS" || IsSwitch(name))
            .ToList())
        {
            start.Environment.Remove(name);
        }

        foreach (var (name, value) in environment ?? new Dictionary<string, string>()) start.Environment[name] = value;
        _process = Process.Start(start)!;
        // A JVM prints its warnings to standard output too.
        var before = new List<string>();
        while (before.Count < 20 && Answer() is { } line && line != "ready")
        {
            before.Add(line);
            if (line.Length == 0 && _process.WaitForExit(Patience))
            {
                throw new InvalidOperationException(
                    $"{string.Join(' ', command)} ended with {_process.ExitCode} before it was ready: {string.Join('\n', before)}");
            }
        }
    }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    /// <summary>The .NET program that waits for a line, allocates, and prints its counters.</summary>
    public static LiveTarget DotNet(int rounds, IReadOnlyDictionary<string, string>? environment = null, string mode = "mix") =>
        new(
            environment,
            "dotnet",
            Path.Combine(
                RepositoryFolder.Root,
                "tests",
                "programs",
                "AllocatingProgram",
                "bin",
                new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name,
                "net10.0",
                "AllocatingProgram.dll"),
            "wait",
            mode,
            rounds.ToString(),
            "1");

    /// <summary>A Java program; see Live.java for its arguments.</summary>
    public static LiveTarget Java(string java, string[] options, params string[] arguments) =>
        new(null, [java, "-Xmx64m", "-XX:+UseG1GC", .. options, "-cp", JavaClasses.Value, "Live", .. arguments]);

    /// <summary>Where Live.class is.</summary>
    public static Lazy<string> JavaClasses { get; } = new(() =>
    {
        var folder = Path.Combine(AppContext.BaseDirectory, "java");
        var compiled = Cli.Program(AppContext.BaseDirectory, "javac", "--release", "11", "-d", folder, RepositoryFolder.File(
            "tests", "Unpause.Recorder.Tests", "Programs", "Live.java"));
        return compiled.ExitCode == 0 ? folder : throw new InvalidOperationException(compiled.ToString());
    });

    /// <summary>Sends a line and waits for the answer: pairs of NAME=NUMBER.</summary>
    public Dictionary<string, string> Ask()
    {
        _process.StandardInput.WriteLine("go");
        return Answer().Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(pair => pair.Split('='))
            .ToDictionary(pair => pair[0], pair => pair[1]);
    }

    /// <summary>Sends a line and waits for nothing.</summary>
    public void Begin() => _process.StandardInput.WriteLine("go");

    public void Kill() => _process.Kill();

    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill();
        _process.WaitForExit();
        // A killed runtime leaves its sockets, and a later process may get its number.
        foreach (var pattern in (string[])[$"dotnet-diagnostic-{Id}-*", $"clr-debug-pipe-{Id}-*", $".java_pid{Id}"])
        {
            foreach (var left in Directory.GetFiles("/tmp", pattern)) File.Delete(left);
        }

        _process.Dispose();
    }

    /// <summary>Settings of the .NET that runs the tests, which a target must not inherit.</summary>
    private static bool IsSwitch(string name) => name.StartsWith("COMPlus_", StringComparison.Ordinal)
        || (name.StartsWith("DOTNET_", StringComparison.Ordinal) && (name.Contains("GC", StringComparison.OrdinalIgnoreCase)
            || name.Contains("Diagnostic", StringComparison.OrdinalIgnoreCase)));

    private string Answer()
    {
        var line = _process.StandardOutput.ReadLineAsync();
        return line.Wait(Patience) ? line.Result ?? "" : throw new TimeoutException("the program does not answer");
    }
}
