using System.Xml;

namespace Unpause.IO;

/// <summary>Flushes a writer as far as it can without blocking.</summary>
internal static class AsyncFlush
{
    /// <summary>Whether the writer's asynchronous methods may be called: most writers throw unless they were made for it.</summary>
    internal static bool IsAllowed(XmlWriter writer) => writer.Settings is { Async: true };

    internal static Task FlushAsync(XmlWriter writer, bool isAllowed)
    {
        if (isAllowed)
        {
            try
            {
                return writer.FlushAsync();
            }
            catch (NotImplementedException)
            {
                // A writer of the user's own: what XmlWriter itself has for it throws before anything is done.
            }
        }

        writer.Flush();
        return Task.CompletedTask;
    }
}
