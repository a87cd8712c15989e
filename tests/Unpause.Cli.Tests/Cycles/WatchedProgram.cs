using System.Diagnostics;

namespace Unpause.Cli.Tests.Cycles;

/// <summary>A CPython program that runs under <c>unpause cycles</c>, until it is disposed of.</summary>
internal sealed class WatchedProgram : IDisposable
{
    private readonly Process _unpause;

    private WatchedProgram(Process unpause) => _unpause = unpause;

    /// <summary>The program's process.</summary>
    public int Id { get; private init; }

    /// <summary>Whether it has ended.</summary>
    public bool HasExited => _unpause.HasExited;

    /// <summary>Starts a program, and waits until it is watched.</summary>
    public static WatchedProgram Start(string python, string program, params string[] arguments)
    {
        var unpause = Process.Start(new ProcessStartInfo(
            Cli.Command[0], [.. Cli.Command[1..], "cycles", "--snapshots", "1", "--", python, "-c", program, .. arguments])
        {
            UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
        })!;
        return new WatchedProgram(unpause) { Id = ChildOf(unpause.Id) };
    }

    /// <summary>How many looks at its whole heap lie in the folder that it writes to.</summary>
    public int FilesOfHeaps()
    {
        var control = File.ReadLines($"/proc/{Id}/maps").First(line => line.Contains(".upcc", StringComparison.Ordinal));
        var folder = Path.GetDirectoryName(control[control.IndexOf('/', StringComparison.Ordinal)..])!;
        return Directory.GetFiles(folder, "*.upcy").Count(
            file => File.ReadLines(file).First().StartsWith("unpause-heap", StringComparison.Ordinal));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _unpause.Kill(entireProcessTree: true);
        _unpause.Dispose();
    }

    private static int ChildOf(int parent)
    {
        for (var turn = 0; turn < 200; turn++)
        {
            Thread.Sleep(50);
            foreach (var folder in Directory.EnumerateDirectories("/proc"))
            {
                if (!int.TryParse(Path.GetFileName(folder), out var id)) continue;
                try
                {
                    var stat = File.ReadAllText($"{folder}/stat");
                    if (stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[1] != $"{parent}") continue;
                    if (File.ReadAllText($"{folder}/maps").Contains(".upcc", StringComparison.Ordinal)) return id;
                }
                catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
                {
                    // It has ended meanwhile.
                }
            }
        }

        throw new InvalidOperationException("the program did not begin");
    }
}
