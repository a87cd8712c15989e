using System.Collections.Concurrent;
using System.Diagnostics;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Tests;

/// <summary>A program that runs until Dispose; its stdout is kept.</summary>
internal sealed class LiveProgram : IDisposable
{
    private static readonly Lazy<string> CompiledClasses = new(Compile);
    private readonly Process _process;
    private readonly ConcurrentQueue<string> _lines = new();
    private volatile bool _ready;

    // A killed JVM leaves its socket, and a later program with its number, perhaps of another user, could not bind its own.
    static LiveProgram()
    {
        foreach (var left in Directory.GetFiles("/tmp", ".java_pid*"))
        {
            if (!Directory.Exists($"/proc/{left[(left.LastIndexOf('d') + 1)..]}")) File.Delete(left);
        }
    }

    public LiveProgram(params string[] command)
    {
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardInput = true
        };
        start.Environment.Remove("JDK_JAVA_OPTIONS");
        _process = Process.Start(start)!;
        var ready = new ManualResetEventSlim();
        // A separate thread: those of the pool may all be waiting in other tests.
        var output = _process.StandardOutput; // Once the process is disposed of, it no longer gives it.
        new Thread(() => Read(output, ready)) { IsBackground = true }.Start();
        if (ready.Wait(TimeSpan.FromSeconds(60)) && _ready) return;
        Dispose();
        throw new TimeoutException($"{command[0]} did not get ready: {Output}");
    }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    /// <summary>Its output, without the line "ready".</summary>
    public string Output => string.Join('\n', _lines);

    /// <summary>The folder of the Java program's classes.</summary>
    public static string Classes => CompiledClasses.Value;

    /// <summary>A JVM that allocates until it is ended.</summary>
    public static LiveProgram Java(string java, params string[] options) =>
        new([java, "-Xmx64m", .. options, "-cp", CompiledClasses.Value, "Live"]);

    public void Signal(string name) => Process.Start("kill", ["-" + name, Id.ToString()]).WaitForExit();

    /// <summary>Stops it, and waits until it is stopped.</summary>
    public void Stop()
    {
        Signal("STOP");
        if (!SpinWait.SpinUntil(() => ProcessView.Find(Id)!.IsStopped, TimeSpan.FromSeconds(30)))
        {
            throw new TimeoutException("it does not stop");
        }
    }

    public void Dispose()
    {
        _process.Kill();
        _process.WaitForExit();
        File.Delete($"/tmp/.java_pid{Id}");
        _process.Dispose();
    }

    private void Read(StreamReader output, ManualResetEventSlim ready)
    {
        while (output.ReadLine() is { } line)
        {
            if (line != "ready")
            {
                _lines.Enqueue(line);
                continue;
            }

            _ready = true;
            ready.Set();
        }

        ready.Set(); // It ended: there is nothing to wait for.
    }

    private static string Compile()
    {
        var folder = Path.Combine(AppContext.BaseDirectory, "java");
        using var javac = Process.Start("javac", ["--release", "11", "-d", folder, Recorder.ProgramFile("Live.java")]);
        javac.WaitForExit();
        return javac.ExitCode == 0 ? folder : throw new InvalidOperationException("javac failed");
    }
}
