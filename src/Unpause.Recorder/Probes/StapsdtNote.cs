namespace Unpause.Recorder.Probes;

/// <summary>A USDT marker in a program.</summary>
/// <param name="Name">Its name: <c>gc__start</c>.</param>
/// <param name="Address">Its address in memory, according to the file.</param>
/// <param name="Semaphore">The counter by which the program knows that it is observed; 0 without one.</param>
/// <param name="Arguments">Its arguments, one word each (<see cref="ProbeArgument"/>).</param>
internal sealed record StapsdtNote(string Name, long Address, long Semaphore, IReadOnlyList<string> Arguments);
