using System.Diagnostics;

namespace Unpause.Services.Tests.Watch;

/// <summary>Programs that a test starts, and their folder: both are gone when it ends.</summary>
internal sealed class StartedPrograms : IDisposable
{
    /// <summary>A JVM that holds 2 million arrays and collects its heap again and again, as the file Orders.java.</summary>
    public const string Orders =
        """
        public class Orders {
            public static void main(String[] args) throws Exception {
                Object[] kept = new Object[2_000_000];
                for (int i = 0; i < kept.length; i++) kept[i] = new long[2];
                while (true) { System.gc(); Thread.sleep(300); }
            }
        }
        """;

    private readonly List<Process> _programs = [];

    /// <summary>A folder for their files.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("unpause-programs-").FullName;

    /// <summary>Starts one.</summary>
    public Process Start(string program, params string[] arguments) =>
        Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false });

    /// <summary>Starts one with an environment.</summary>
    public Process Start(ProcessStartInfo program)
    {
        var process = Process.Start(program)!;
        _programs.Add(process);
        return process;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var program in _programs)
        {
            program.Kill(entireProcessTree: true);
            program.Dispose();
        }

        Directory.Delete(Folder, recursive: true);
    }
}
