using System.Runtime.Versioning;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>A recording of a CPython process that is being made, by the one way or the other.</summary>
[SupportedOSPlatform("linux")]
internal sealed class PythonRecording : IDisposable
{
    private readonly PythonRingCopy? _copy;
    private readonly PythonProcessWatch? _watch;
    private readonly PythonRingWriter? _writer;
    private readonly PythonRemote? _remote;

    /// <summary>One of the agent's file.</summary>
    /// <param name="copy">Copies it.</param>
    /// <param name="remote">The agent, where it is there for this recording alone.</param>
    public PythonRecording(PythonRingCopy copy, PythonRemote? remote) => (_copy, _remote) = (copy, remote);

    /// <summary>One by probes.</summary>
    public PythonRecording(PythonProcessWatch watch, PythonRingWriter writer) => (_watch, _writer) = (watch, writer);

    /// <summary>Whether the process has become another program.</summary>
    public bool Replaced => _watch is { Replaced: true };

    /// <summary>Whether the program has served requests that its middleware told.</summary>
    public bool HasRequests => _copy is { HasRequests: true };

    /// <summary>What went wrong, or null.</summary>
    public string? Problem => _copy?.Problem ?? _writer?.Problem;

    /// <summary>What stays in the process, and when it goes; null when nothing does.</summary>
    public string? Left => _remote?.Left;

    /// <summary>Takes what is new; of probes a thread does so.</summary>
    public void Look() => _copy?.Take();

    /// <summary>Takes the rest.</summary>
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
