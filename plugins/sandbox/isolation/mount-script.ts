/** Empty folders of most systems; the room is put up over the first that hides nothing a child needs. Nobody but the child sees it there. */
export const mountPoints = ['/mnt', '/media', '/srv', '/opt'] as const;

/**
 * A script of `sh` that runs a command in a room with nothing in it but the paths it is given: `room FOLDER PATH... -- COMMAND...`.
 * A path that is not there is left out. What is not shown cannot be opened by any means, and neither can the sockets that
 * lie in the file system, such as a database's: those do not belong to a network. Needs namespaces of its own for users and mounts.
 */
export const mountScript = `
set -e
mount -t tmpfs -o size=1m none "$1"
cd "$1"
shift
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p ".$1" && mount --rbind "$1" ".$1"
  elif [ -e "$1" ]; then mkdir -p ".\${1%/*}" && : > ".$1" && mount --bind "$1" ".$1"
  fi
  shift
done
shift
mkdir .outside proc
mount --rbind /proc proc
pivot_root . .outside
cd /
umount -l /.outside /proc
exec env -u PWD -u OLDPWD -u SHLVL -u _ "$@"
`;
