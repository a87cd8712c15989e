using System.Diagnostics;

namespace Unpause.Cli.Tests;

/// <summary>`unpause record` as a process that is already recording.</summary>
internal sealed class LiveRecording : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);
    private readonly Process _process;
    private readonly Task<string> _output;

    /// <summary>Starts it and waits until it says that it records.</summary>
    public LiveRecording(string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo(Cli.CommandForSignals[0], [.. Cli.CommandForSignals[1..], "record", .. arguments])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            WorkingDirectory = folder,
        };
        _process = Process.Start(start)!;
        _output = _process.StandardOutput.ReadToEndAsync();
        var first = _process.StandardError.ReadLineAsync();
        Assert.True(first.Wait(Patience), "it does not say that it records");
        Assert.StartsWith($"recording process {arguments[0]}: ", first.Result, StringComparison.Ordinal);
    }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    public void Kill() => _process.Kill();

    public Cli.Result Interrupt()
    {
        SendInterrupt();
        return Finish();
    }

    /// <summary>Whether it has ended so long after another interrupt.</summary>
    public bool EndsWithin(TimeSpan time)
    {
        SendInterrupt();
        return _process.WaitForExit(time);
    }

    public Cli.Result Finish()
    {
        var error = _process.StandardError.ReadToEndAsync();
        Assert.True(_process.WaitForExit(Patience), "it does not end");
        return new Cli.Result(_output.Result, error.Result, _process.ExitCode);
    }

    private void SendInterrupt() => Process.Start("kill", ["-INT", _process.Id.ToString()]).WaitForExit();

    public void Dispose()
    {
        if (!_process.HasExited) _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }
}
