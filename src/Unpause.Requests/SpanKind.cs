namespace Unpause.Requests;

/// <summary>The side of a call that a span shows, as OpenTelemetry numbers them.</summary>
internal enum SpanKind : byte
{
    /// <summary>Not recorded.</summary>
    Unspecified = 0,

    /// <summary>Work inside a service.</summary>
    Internal = 1,

    /// <summary>Serving a call.</summary>
    Server = 2,

    /// <summary>Making a call.</summary>
    Client = 3,

    /// <summary>Sending a message.</summary>
    Producer = 4,

    /// <summary>Handling a message.</summary>
    Consumer = 5,
}
