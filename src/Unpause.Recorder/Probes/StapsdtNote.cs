namespace Unpause.Recorder.Probes;

/// <summary>A place that a program's author has marked for observers.</summary>
/// <param name="Name">Its name: <c>gc__start</c>.</param>
/// <param name="Address">Where it stands in memory, as the file tells.</param>
/// <param name="Semaphore">The counter by which the program knows that it is observed; 0 where it has none.</param>
/// <param name="Arguments">What is told there, one word each (<see cref="ProbeArgument"/>).</param>
internal sealed record StapsdtNote(string Name, long Address, long Semaphore, IReadOnlyList<string> Arguments);
