namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>A source of events, and which of its events a session wants.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Keywords">Which of its events.</param>
/// <param name="Level">How much of them (<see cref="System.Diagnostics.Tracing.EventLevel"/>).</param>
/// <param name="Arguments">What it is told, as <c>name=value</c>; or null.</param>
internal sealed record DotNetProvider(string Name, ulong Keywords, int Level, string? Arguments);
