namespace Unpause.Recordings.Readers.Jvm;

/// <summary>How sure it is that a log and a flight recording are of the same JVM.</summary>
internal enum FlightCertainty
{
    /// <summary>They are of different JVMs.</summary>
    Different,

    /// <summary>Nothing speaks against it, but nothing proves it.</summary>
    Possible,

    /// <summary>They are of the same JVM.</summary>
    Certain,
}
