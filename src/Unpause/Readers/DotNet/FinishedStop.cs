using Unpause.Recordings;

namespace Unpause.Readers.DotNet;

/// <summary>A stop with what decides whether a tool made it.</summary>
/// <param name="Stop">The stop.</param>
/// <param name="ForOther">Made for no reason that the runtime names.</param>
/// <param name="Walk">Made to list survivors.</param>
internal readonly record struct FinishedStop(Stop Stop, bool ForOther, bool Walk);
