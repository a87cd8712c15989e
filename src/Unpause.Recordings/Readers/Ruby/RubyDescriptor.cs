namespace Unpause.Recordings.Readers.Ruby;

/// <summary>Ruby: the GC time of requests in the log of Rails. It cannot be recorded, and no rule judges it.</summary>
internal static class RubyDescriptor
{
    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.Ruby),
        [
            // "GC: %.1fms".
            new(RubyFormats.Rails, FormatEvidence.LineShape, RailsReader.Recognises, () => new RailsReader())
            {
                PauseStepNanoseconds = 100_000,
            },
        ])
    {
        Inputs = "logs of Rails with GC times",
    };
}
