namespace Unpause.Recordings;

/// <summary>One value of a counter.</summary>
/// <param name="TimeNanoseconds">When the runtime published it, at the end of the interval that it
/// describes. Since the recording's zero.</param>
/// <param name="Value">In the counter's unit.</param>
internal readonly record struct CounterSample(long TimeNanoseconds, double Value);
