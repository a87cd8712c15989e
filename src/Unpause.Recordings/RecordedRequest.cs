namespace Unpause.Recordings;

/// <summary>A request that the recorded process served, or a call that it made. 40 bytes: there may be millions.</summary>
/// <param name="StartNanoseconds">Its start, since the recording's zero.</param>
/// <param name="DurationNanoseconds">How long it took; never negative.</param>
/// <param name="Name">Index into <see cref="RecordedRequests.Names"/>.</param>
/// <param name="Number">Its number in the recording, from 1, in order of starts.</param>
/// <param name="Parent">The number of the request or call in which it was made; 0 for none.</param>
/// <param name="Root">The number of the outermost request or call around it: its own when there is none.</param>
/// <param name="Call">Whether the process made it, and did not serve it.</param>
internal readonly record struct RecordedRequest(
    long StartNanoseconds, long DurationNanoseconds, int Name, int Number, int Parent, int Root, bool Call);
