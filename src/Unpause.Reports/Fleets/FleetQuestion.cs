namespace Unpause.Reports.Fleets;

/// <summary>Names of the questions: those of the document's fields.</summary>
public static class FleetQuestion
{
    /// <summary>What to change first.</summary>
    public const string ToDo = "to_do";

    /// <summary>Changes of version.</summary>
    public const string Deploys = "deploys";

    /// <summary>Hosts that differ.</summary>
    public const string Hosts = "hosts";

    /// <summary>Stops that coincide.</summary>
    public const string Coincidences = "coincidences";

    /// <summary>Traces in which two services stop.</summary>
    public const string Traces = "traces";

    /// <summary>Requests that ask several instances.</summary>
    public const string FanOut = "fan_out";

    /// <summary>Memory limits.</summary>
    public const string Memory = "memory";

    /// <summary>Runtimes and settings.</summary>
    public const string Conditions = "conditions";

    /// <summary>Open alerts.</summary>
    public const string Alerts = "alerts";

    /// <summary>Why a question has no answer that <c>--only</c> left out.</summary>
    public const string NotAsked = "Not asked.";

    /// <summary>All of them, in the document's order.</summary>
    public static IReadOnlyList<string> All { get; } = [ToDo, Deploys, Hosts, Coincidences, Traces, FanOut, Memory, Conditions, Alerts];
}
