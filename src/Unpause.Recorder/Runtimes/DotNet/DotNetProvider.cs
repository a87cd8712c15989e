namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>A source of events, and the events that a session enables.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Keywords">The enabled events.</param>
/// <param name="Level">Their verbosity (<see cref="System.Diagnostics.Tracing.EventLevel"/>).</param>
/// <param name="Arguments">Its arguments, as <c>name=value</c>; or null.</param>
internal sealed record DotNetProvider(string Name, ulong Keywords, int Level, string? Arguments);
