using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace Unpause.Collections.Tests;

/// <summary>Types of a plugin that is unloaded: the pools of their chunks must not keep them.</summary>
public sealed class CollectibleTests
{
    [Fact]
    public void Pool_UnloadedPlugin_IsNotKeptAlive()
    {
        var types = Use();
        for (var i = 0; i < 30 && types.Any(type => type.IsAlive); i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.DoesNotContain(types, type => type.IsAlive);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static List<WeakReference> Use()
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Plugin"), AssemblyBuilderAccess.RunAndCollect);
        var module = assembly.DefineDynamicModule("Plugin");
        var builder = module.DefineType("Item", TypeAttributes.Public | TypeAttributes.Sealed, typeof(ValueType));
        builder.DefineField("Number", typeof(long), FieldAttributes.Public);
        var item = builder.CreateType();
        foreach (var made in new[]
        {
            typeof(PooledChunkedList<>).MakeGenericType(item), typeof(PooledChunkedHashSet<>).MakeGenericType(item),
            typeof(PooledChunkedDictionary<,>).MakeGenericType(typeof(int), item),
        })
        {
            ((IDisposable)Activator.CreateInstance(made, 100)!).Dispose();
        }

        // What a finalizer brings back to life counts as alive.
        return [new WeakReference(item, trackResurrection: true), new WeakReference(assembly, trackResurrection: true)];
    }
}
