using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// What OTLP's messages of all signals share: a resource, its scope, and what is in it. The numbers of fields are the same in
/// metrics.proto, trace.proto and logs.proto of https://github.com/open-telemetry/opentelemetry-proto/tree/v1.7.0/opentelemetry/proto.
/// </summary>
internal static class OtlpResource
{
    private const string Scope = "unpause";

    // Labels of a watched process that are attributes of its resource too.
    private static readonly (string Label, string Attribute)[] Attributes =
    [
        ("service", "service.name"),
        ("instance", "service.instance.id"),
        ("version", "service.version"),
        ("runtime", "process.runtime.name"),
    ];

    /// <summary>The resource of a service.</summary>
    public static WireMessage Of(ProcessLabels process)
    {
        var resource = new WireMessage();
        foreach (var (label, attribute) in Attributes)
        {
            var value = process.With().First(one => one.Name == label).Value;
            if (value.Length > 0) resource.Nested(1, Attribute(attribute, value));
        }

        return resource;
    }

    /// <summary>The resource of one process, for signals whose number does not depend on restarts.</summary>
    public static WireMessage Of(RingProcess process)
    {
        var resource = Of(ProcessLabels.From(process));
        resource.Nested(1, Attribute("process.pid", process.Id));
        if (process.Host is { } host) resource.Nested(1, Attribute("host.name", ProcessLabels.Bounded(host)));
        return resource;
    }

    /// <summary>A resource with what is in it: a message of its own, to be a field of the request.</summary>
    public static WireMessage With(WireMessage resource, IEnumerable<WireMessage> items)
    {
        var scoped = new WireMessage();
        var scope = new WireMessage();
        scope.Text(1, Scope);
        scoped.Nested(1, scope);
        foreach (var item in items) scoped.Nested(2, item);
        var all = new WireMessage();
        all.Nested(1, resource);
        all.Nested(2, scoped);
        return all;
    }

    /// <summary>An attribute.</summary>
    public static WireMessage Attribute(string name, string text) => Attribute(name, value => value.Text(1, text));

    /// <summary>An attribute that is yes or no.</summary>
    public static WireMessage Attribute(string name, bool isSo) => Attribute(name, value => value.Number(2, isSo ? 1UL : 0));

    /// <summary>An attribute that is a whole number.</summary>
    public static WireMessage Attribute(string name, long number) => Attribute(name, value => value.Number(3, (ulong)number));

    /// <summary>An attribute that is a number.</summary>
    public static WireMessage Attribute(string name, double number) => Attribute(name, value => value.Double(4, number));

    private static WireMessage Attribute(string name, Action<WireMessage> write)
    {
        var value = new WireMessage();
        write(value);
        var attribute = new WireMessage();
        attribute.Text(1, name);
        attribute.Nested(2, value);
        return attribute;
    }
}
