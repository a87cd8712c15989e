using System.Runtime.Versioning;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>A running recording of a CPython process, by the agent or by probes.</summary>
[SupportedOSPlatform("linux")]
internal sealed class PythonRecording : IDisposable
{
    private readonly PythonRingCopy? _copy;
    private readonly PythonProcessWatch? _watch;
    private readonly PythonRingWriter? _writer;
    private readonly PythonRemote? _remote;

    /// <summary>A recording of the agent's file.</summary>
    /// <param name="copy">Copies the file.</param>
    /// <param name="remote">The agent, if it was loaded for this recording.</param>
    public PythonRecording(PythonRingCopy copy, PythonRemote? remote) => (_copy, _remote) = (copy, remote);

    /// <summary>A recording by probes.</summary>
    public PythonRecording(PythonProcessWatch watch, PythonRingWriter writer) => (_watch, _writer) = (watch, writer);

    /// <summary>Whether the process has executed another program.</summary>
    public bool Replaced => _watch is { Replaced: true };

    /// <summary>Whether the program's middleware has recorded requests.</summary>
    public bool HasRequests => _copy is { HasRequests: true };

    /// <summary>One sentence about a failure, or null.</summary>
    public string? Problem => _copy?.Problem ?? _writer?.Problem;

    /// <summary>What remains in the process, and until when; null when nothing does.</summary>
    public string? Left => _remote?.Left;

    /// <summary>Copies new records; for probes a thread does that.</summary>
    public void Look() => _copy?.Take();

    /// <summary>Copies the rest.</summary>
    public void Finish()
    {
        _copy?.Finish();
        _watch?.Finish();
        _remote?.End();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _copy?.Dispose();
        _watch?.Dispose();
        _writer?.Dispose();
        _remote?.Dispose();
    }
}
