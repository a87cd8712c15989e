using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>A stop of the process that has ended.</summary>
/// <param name="Start">When it was requested.</param>
/// <param name="Reached">When all threads were suspended; −1 when that is not known.</param>
/// <param name="End">When all threads ran again.</param>
/// <param name="Reason">The runtime's number of the reason.</param>
/// <param name="Walk">Whether it was made only to list survivors for a tool.</param>
/// <param name="Empty">Whether the collector made it and collected nothing in it.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct FinishedStop(long Start, long Reached, long End, byte Reason, bool Walk, bool Empty);
