namespace Unpause.Recordings.Words;

/// <summary>The names of Ruby's formats in the contract.</summary>
public static class RubyFormats
{
    /// <summary>The log of Ruby on Rails: the GC time of requests.</summary>
    public const string Rails = "rails";

    /// <summary>How the message at the end of a request begins, for the readers of its GC time and of the request.</summary>
    public static ReadOnlySpan<byte> Completed => "Completed "u8;
}
