using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Live;

/// <summary>How one runtime is seen from outside and recorded.</summary>
/// <param name="Name">One of <see cref="Recordings.Runtimes"/>.</param>
/// <param name="Describe">Looks at a process without sending it anything; null when it is another runtime's.</param>
/// <param name="Record">Records it.</param>
internal sealed record LiveRuntime(
    string Name,
    Func<ProcessView, LiveProcess?> Describe,
    Func<ProcessView, LiveProcess, LiveOptions, CancellationToken, LiveResult> Record);
